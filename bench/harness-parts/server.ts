import { createServer } from 'node:http';

/** An OpenAI-compatible server that answers "A" after so many milliseconds, and turns away whoever comes above its limit. */
const [delay = 0, limit = Number.POSITIVE_INFINITY] = process.argv.slice(2).map(Number);
let active = 0;
const body = JSON.stringify({
  id: 'chatcmpl-1',
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 1 },
});
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (active === limit) return response.writeHead(429).end('{}');
    active += 1;
    const answer = () => {
      active -= 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    };
    if (delay === 0) answer();
    else setTimeout(answer, delay);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startClock } from '../measure.ts';

/** The baseline: reads, base64-encodes and sends; nothing is kept, checked or scored. */
const [dir = '', port = '', count = '', concurrency = ''] = process.argv.slice(2);
const pool = new Pool(`http://127.0.0.1:${port}`);
const tell = startClock();
let next = 0;
const worker = async () => {
  for (let i = next++; i < Number(count); i = next++) {
    const picture = await readFile(join(dir, `${i % 1000}.jpg`));
    const { body } = await pool.request({
      path: '/v1/chat/completions',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'bench',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${picture.toString('base64')}` } },
              { type: 'text', text: `Question ${i}: A or B?` },
            ],
          },
        ],
      }),
    });
    await body.json();
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
tell();
await pool.close();

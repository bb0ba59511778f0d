/** What each verb does: in brief for the list of verbs, and as its own help says it. */
export const abouts = {
  list: {
    brief: 'what there is: benchmarks, suites, protocols, models, policies, extractors, runs',
    about: 'Lists what there is: benchmarks, suites, protocols, models, policies, extractors, formats, runs.',
  },
  run: {
    brief: 'ask a model every question of a benchmark; on an existing folder: resume',
    about:
      'Asks a model every question of a benchmark. On an existing folder it resumes: only what has no answer yet is asked.',
  },
  score: {
    brief: 'score a stored run again, or outputs of another tool; asks no model',
    about: 'Scores a stored run again without asking any model, or scores what another tool recorded.',
  },
  extract: {
    brief: 'read answers out of texts (NDJSON in, NDJSON out)',
    about: 'Reads answers out of texts: NDJSON on stdin, NDJSON on stdout, line by line.',
  },
  export: {
    brief: 'write a run’s answers in another tool’s form',
    about: 'Writes a run’s answers as another tool would have, so that its own scripts can score them.',
  },
  parity: {
    brief: 'the authors’ own scorer on a run’s answers, its numbers beside ours',
    about:
      'Runs the authors’ own scorer on a run’s answers and prints its numbers beside ours. Needs their repository and Python.',
  },
  launch: {
    brief: 'run on a cluster: an array job for Slurm or Kubernetes',
    about: 'Writes the scripts that run a command as an array of jobs, one per shard, and can submit them.',
  },
  worker: {
    brief: 'work for a fleet: take units of a planned run from a PostgreSQL database',
    about:
      'Takes units of a planned run from a PostgreSQL database and asks them until none is left. Its own command line decides what it runs: the database only gives it unit numbers.',
  },
  fleet: {
    brief: 'a fleet of workers on PostgreSQL: init, status, pause, resume, cancel, pull',
    about: 'A fleet of workers that share a PostgreSQL database. `run … --fleet` plans, `worker` works.',
  },
  reproduce: {
    brief: 'recompute published numbers from the answers that authors recorded',
    about:
      'Recomputes published numbers from the answers that authors recorded, and shows how much of each depends on how answers are read.',
  },
  merge: {
    brief: 'put the shards of a run together',
    about:
      'Joins the parts of a run, such as shards that several machines worked on. Parts of different runs are refused, and units that several parts hold must agree.',
  },
  import: {
    brief: 'turn another simulator’s results into a run',
    about: 'Turns the results of another simulator into runs.',
  },
  report: {
    brief: 'tables of one or more runs',
    about: 'Tables of one or more runs, computed from what is stored.',
  },
  view: {
    brief: 'see runs in the browser: every answer beside its picture',
    about: 'Shows runs in the browser: every answer beside its picture. For this machine only.',
  },
  pack: {
    brief: 'put runs into one file, or a folder for a static host',
    about: 'Puts runs into one file that the viewer reads from any static host, by range requests.',
  },
  compare: {
    brief: 'two runs side by side, with honest intervals',
    about: 'Two runs side by side, on the units that both answered.',
  },
  explain: {
    brief: 'why two runs have different scores, field by field and unit by unit',
    about:
      'Says why two runs have different scores: what differs in recipe, data, model and versions, and which units each difference can explain.',
  },
  audit: {
    brief: 'what is wrong with a benchmark: labels that good runs doubt, answers that words give away',
    about:
      'Audits a benchmark: lists questions on which good runs agree against the label, and measures what the words alone give away.',
  },
  plan: {
    brief: 'how many questions it takes to find a difference, and what a run could have shown',
    about:
      'Says how many questions it takes to find a difference between two runs, and the smallest difference that an earlier run could have shown.',
  },
  replay: {
    brief: 'replay a stored episode from its commands, and film it',
    about: 'Replays an episode from its stored commands, without the policy, and can film it.',
  },
  verify: {
    brief: 'check a run: everything present, recomputed and replayed, the same digest',
    about:
      'Checks a run: every planned unit is there and none is open, every result is recomputed, every question regenerated, every episode replayed from its commands. No model and no policy is asked. Exits with 1 unless all agree to the last bit.',
  },
  synth: {
    brief: 'make data sets of generated questions',
    about: 'Questions made from simulated scenes.',
  },
  policy: {
    brief: 'serve a built-in policy, to try a client on',
    about: 'Robot policies.',
  },
  robot: {
    brief: 'let a program step a robot; what Python’s SextantEnv starts',
    about:
      'Lets another program step a robot, by messages on stdin and stdout. Python’s SextantEnv starts it; nobody needs to call it by hand.',
  },
  quick: {
    brief: 'a spatial profile of a model in about 200 questions',
    about: 'A spatial profile of a model: about 200 generated questions of four families.',
  },
  doctor: {
    brief: 'check this machine, the keys and the endpoint',
    about: 'Checks this machine, the keys and the endpoint of a model.',
  },
  completion: {
    brief: 'completion of verbs, options and names for bash, zsh or fish',
    about: 'Writes what a shell needs to complete verbs, options, benchmarks, models, policies and protocols.',
  },
  data: {
    brief: 'the files of benchmarks: pull, check, stats, pack, unpack …',
    about: 'The files of benchmarks: fetch, check, look into, carry elsewhere.',
  },
  mcp: {
    brief: 'let coding agents read runs (MCP over standard input and output)',
    about:
      'Lets coding agents read runs, over the Model Context Protocol on standard input and output: list, summary, comparison, samples. Read-only.',
  },
  start: {
    brief: 'a two-minute tour: what is measured, and who scores what',
    about: 'A two-minute tour without network, keys or data: what is measured, and who scores what.',
  },
};

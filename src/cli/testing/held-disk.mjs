// Loaded into a process before it starts: while a file called `hold` lies in its folder, nothing reaches the disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fsync } = fs;
fs.fsync = function held(fd, done) {
  if (fs.existsSync('hold')) setTimeout(held, 20, fd, done);
  else fsync(fd, done);
};
syncBuiltinESMExports();

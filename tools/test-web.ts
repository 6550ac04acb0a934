// npm run test:web [-- --all] [part of a file's path …] [vitest's options]
//
// npm run web:pictures
//
// Runs the tests of the web client. `--all` adds what takes minutes: Firefox and WebKit, and every page in every form.
// `--take-pictures` keeps the pictures of the main screens instead of comparing them.
// They need Debian's chromium, and with `--all` its firefox-esr, webkit2gtk-driver and xvfb.
import process from 'node:process'

const [program = '', , ...given] = process.argv
const own = ['--all', '--take-pictures']
if (own.some((option) => given.includes(option))) process.env.TEST_WEB = 'all'
if (given.includes('--take-pictures')) process.env.TAKE_PICTURES = 'yes'
const projects = ['web', 'components', ...(process.env.TEST_WEB === 'all' ? ['devices'] : [])]
process.argv = [
  program,
  'tools/test.ts',
  ...projects.flatMap((name) => ['--project', name]),
  ...given.filter((argument) => !own.includes(argument)),
]
// No test of the client differs with the server's engine.
delete process.env.TEST_DATABASE_URL
await import('./test.ts')

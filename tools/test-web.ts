// npm run test:web [-- --all] [part of a file's path …] [vitest's options]
// npm run web:pictures
//
// Runs the tests of the web client, all stories among them. `--all` adds what takes minutes: Firefox and WebKit, every page
// in every form, every setting, stories on a phone and axe in the dark where they differ little, and pictures of the main
// screens, compared with the kept ones in apps/web/test/devices/pictures. `--take-pictures`, which `npm run web:pictures`
// gives, keeps new ones instead.
// They need Debian's chromium-headless-shell, and with `--all` its firefox-esr, webkit2gtk-driver, xvfb and
// fonts-noto-color-emoji.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const [program = '', , ...given] = process.argv
const own = ['--all', '--take-pictures']
if (own.some((option) => given.includes(option))) process.env.TEST_WEB = 'all'
if (given.includes('--take-pictures')) process.env.TAKE_PICTURES = 'yes'
// Outside of the folder for temporary files of the run, which is deleted with it: people look at these afterwards.
process.env.DIFFERENT_PICTURES ??= join(tmpdir(), 'tagma-pictures')
const projects = ['web', 'stories', 'components', ...(process.env.TEST_WEB === 'all' ? ['devices'] : [])]
process.argv = [
  program,
  'tools/test.ts',
  ...projects.flatMap((name) => ['--project', name]),
  ...given.filter((argument) => !own.includes(argument)),
]
// No test of the client differs with the server's engine.
delete process.env.TEST_DATABASE_URL
await import('./test.ts')

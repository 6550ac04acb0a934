// npm run web [-- --pseudo]
//
// Runs the chat server for work on the web client: a change of the client's sources is built within a tenth of a second,
// and open pages load again. The server's own settings apply; its data lies where `npm start` has it. `--pseudo` has a
// language that nobody speaks in place of English: a text without brackets is in no catalog.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { context, type Plugin } from 'esbuild'
import { builtClient } from '#serving/serve.ts'
import { assetOptions, describe } from './bundle.ts'
import { packClient } from './pack.ts'

const words = process.argv.includes('--pseudo') ? 'pseudo' : 'own'
const repository = join(import.meta.dirname, '../../..')
// Beside the real one: `npm start` never serves what was built here.
const file = join(dirname(builtClient), 'development/client.bin')

const pack: Plugin = {
  name: 'pack',
  setup(build) {
    build.onEnd(async ({ errors, outputFiles = [], metafile }) => {
      if (errors.length > 0 || !metafile) return
      await packClient(file, await describe(outputFiles, metafile, { mode: 'development', words }), 'once')
      console.log(`Built the web client at ${new Date().toLocaleTimeString()}.`)
    })
  },
}

const options = assetOptions('development', words)
const watching = await context({
  ...options,
  logLevel: 'warning',
  plugins: [...(options.plugins ?? []), pack],
})
await watching.watch()

const server = spawn(process.execPath, [join(repository, 'tools/tagma.mjs'), 'serve'], {
  stdio: 'inherit',
  env: { TAGMA_SITE_PORT: '0', ...process.env, TAGMA_WEB_CLIENT: file },
})
// Ctrl-C reaches the server too; this process ends with it.
process.on('SIGINT', () => {}).on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => {
  void watching.dispose().then(() => process.exit(code ?? 1))
})

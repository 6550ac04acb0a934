// node node-red-process.ts <folder>
//
// Runs Node-RED without its editor, with the flows of flows.json in a folder.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

interface NodeRed {
  init(settings: object, server: object): Promise<void>
  start(): Promise<void>
}

const require = createRequire(import.meta.url)
const runtime = require('@node-red/runtime') as NodeRed
const { init } = require('@node-red/util') as { init(settings: object): void }

const settings = {
  userDir: process.argv[2],
  flowFile: 'flows.json',
  coreNodesDir: dirname(require.resolve('@node-red/nodes/package.json')),
  httpAdminRoot: false,
  httpNodeRoot: false,
  credentialSecret: false,
}
init(settings)
await runtime.init(settings, createServer())
await runtime.start()

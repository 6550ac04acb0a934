import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Who may import what, as ARCHITECTURE.md has it. What is named by none of these rules may be imported. */
interface LayerRule {
  /** The files it binds, by their path in the repository. */
  readonly within: RegExp
  /** The files it leaves alone all the same. */
  readonly except?: RegExp
  /** What they must not import: a path in the repository, a package's name or a `node:` module. */
  readonly never?: RegExp
  /** Or else all that they may import. */
  readonly only?: RegExp
  /** What is wrong, and what to do instead. */
  readonly message: string
}

const root = dirname(import.meta.dirname)
const server = 'apps/server/src'

export const layerRules: Readonly<Record<string, LayerRule>> = {
  'contract-alone': {
    within: /^packages\/contract\/src\//,
    only: /^(packages\/contract\/|zod(\/|$))/,
    message:
      'The contract runs anywhere and imports zod and itself only: take what you need as data, or put this code into the server.',
  },
  'client-on-contract': {
    within: /^packages\/client\/src\//,
    only: /^packages\/(client|contract)\//,
    message: 'The client imports the contract at most: use what the platform has, or take it as an argument.',
  },
  'sync-on-contract': {
    within: /^packages\/sync\/src\//,
    only: /^packages\/(sync|contract)\//,
    message: 'The reducers are pure and import the contract at most: take what you need as an argument.',
  },
  'markdown-on-contract': {
    within: /^packages\/markdown\/src\//,
    only: new RegExp(
      `^(packages/(markdown|contract)/|(${dependenciesOf('packages/markdown').join('|')})(/|$))`,
    ),
    message:
      'Markdown imports the contract and the libraries of its package.json: what it must look up comes in as an argument.',
  },
  'database-in-store': {
    within: /^(apps|packages)\//,
    except: /^apps\/server\/(src\/store|test)\//,
    never: /^(kysely|kysely-[^/]*|pg|pg-[^/]*|better-sqlite3|node:sqlite)(\/|$)/,
    message: `Only the store speaks to the database: put the query into ${server}/store and import it as #store/….`,
  },
  'adapters-in-app': {
    within: /^apps\//,
    except: /^apps\/server\/src\/(app\.ts$|adapters\/)/,
    never: /^apps\/server\/src\/adapters\//,
    message: `Only ${server}/app.ts chooses adapters: import the port (#ports/…) and let app.ts hand you what fulfils it.`,
  },
  'endpoints-without-store': {
    within: /^apps\/server\/src\/areas\/[^/]+\/endpoints\//,
    never: /^apps\/server\/src\/store\//,
    message:
      'An endpoint translates: move the reading or writing into an action of the area (<verb>-<noun>.ts) and call that.',
  },
  'rules-pure': {
    within: /^apps\/server\/src\/areas\/.*rules\.ts$/,
    never: /^(apps\/server\/src\/(store|http|events|jobs|ports|adapters|cli)\/|node:)/,
    message: 'Rules are pure: take what they decide on as arguments, and let the action look it up.',
  },
  'text-pure': {
    within: /^apps\/server\/src\/text\//,
    only: /^apps\/server\/src\/text\//,
    message: 'What texts come to is pure: take what you need as an argument.',
  },
  'store-below-areas': {
    within: /^apps\/server\/src\/store\//,
    never: /^apps\/server\/src\/(areas|http|cli|jobs)\//,
    message:
      'The store knows nothing of what is built on it: move the decision into the area, and pass the store plain values.',
  },
  'http-by-handlers': {
    within: /^apps\/server\/src\/http\//,
    never: /^apps\/server\/src\/areas\/(?!handlers\.ts$)/,
    message: 'HTTP reaches the areas through #areas/handlers.ts only: add the handler to that table.',
  },
  'site-without-server': {
    within: /^apps\/site\//,
    never: /^apps\/server\//,
    message: 'The website runs without the server: move what both need into packages/.',
  },
}

/** What the files of tests may import on top of that. */
const testTools = /^(vitest|fast-check|@seriousme\/openapi-schema-validator|node:)/

/** The message for an import that breaks a rule, or undefined. `file` is absolute. */
export function layerViolation(file: string, specifier: string): string | undefined {
  const from = relative(root, file)
  const target = targetOf(from, specifier)
  const isTest = /\.test\.tsx?$/.test(from)
  for (const [name, { within, except, never, only, message }] of Object.entries(layerRules)) {
    if (!within.test(from) || except?.test(from)) continue
    const mayImport = only?.test(target) ?? !never?.test(target)
    if (!mayImport && !(only && isTest && testTools.test(target))) return `${message} (${name})`
  }
  return specifier.startsWith('.') ? folderViolation(from, target) : undefined
}

/** A relative import stays in its folder: the first word of any other specifier then says which layer it reaches. */
function folderViolation(from: string, target: string): string | undefined {
  const [, workspace] = /^((?:apps|packages)\/[^/]+)\//.exec(from) ?? []
  const [, reached, name, rest = ''] = /^((?:apps|packages)\/([^/]+))\/(.*)$/.exec(target) ?? []
  if (!workspace || !reached || folderOf(from) === folderOf(target)) return undefined
  const inSource = rest.replace(/^src\//, '')
  const ownPath = inSource.includes('/') ? `#${inSource}` : `#server/${inSource}`
  const instead = workspace === reached ? ownPath : `@tagma/${name}/${inSource}`
  return `A relative import stays in its folder: write '${instead}', so that its first word says what it reaches. (folders)`
}

/** What a relative import may move in: a package, and in the server an area or another folder. */
function folderOf(path: string): string | undefined {
  const [folder] =
    /^apps\/server\/(src\/areas\/[^/]+\/|src\/([^/]+\/)?|[^/]+\/)/.exec(path) ??
    /^[^/]+\/[^/]+\//.exec(path) ??
    []
  return folder
}

/** What a specifier names: a path in the repository where it is ours, otherwise itself. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  if (specifier.startsWith('#test/')) return specifier.replace('#', 'apps/server/')
  if (specifier.startsWith('#')) return specifier.replace(/^#(server\/)?/, `${server}/`)
  return specifier
    .replace(/^@tagma\/(server|site)\//, 'apps/$1/src/')
    .replace(/^@tagma\/([^/]+)\//, 'packages/$1/src/')
}

function dependenciesOf(workspace: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  const { dependencies = {} } = manifest as { dependencies?: Record<string, string> }
  return Object.keys(dependencies)
}

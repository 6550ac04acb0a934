import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { doors } from './doors.ts'

// Decides which imports are allowed, types included. ARCHITECTURE.md explains it; `npm run check` enforces it.

const root = dirname(import.meta.dirname)
const server = 'apps/server/src'

/** The floors of the server, from the ground up. A file imports its own floor and those below it. */
export const floors: readonly (readonly string[])[] = [
  ['text', 'words'],
  ['model'],
  ['config'],
  ['ports'],
  ['store'],
  ['directory'],
  ['events'],
  ['call'],
  ['http', 'jobs'],
  ['areas'],
  ['app.ts'],
  ['cli'],
  ['main.ts'],
]

/** The families of the store, from the ground up: each imports itself and those below it. */
export const families: readonly string[] = [
  'sql',
  'migrations',
  'engines',
  'copying',
  'log',
  'messages',
  'search',
  'reading',
  'channels',
  'people',
  'personal',
  'organization',
  'notifying',
]

/** The files of an area that any other area may import: they decide, present or look up, and never write. */
const face = /(^|\/)(([a-z-]+-)?(rules|present|audience|visibility|problem)|require-[a-z-]+)\.ts$/

/** A rule beside the floors. Imports that no rule names are allowed. */
interface LayerRule {
  /** The files that the rule binds, by their paths in the repository. */
  readonly within: RegExp
  /** The exceptions among these files. */
  readonly except?: RegExp
  /** The forbidden imports: a path in the repository, a package's name or a `node:` module. */
  readonly never?: RegExp
  /** Alternatively, the only imports allowed. */
  readonly only?: RegExp
  /** The problem, and what to do instead. */
  readonly message: string
}

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
    only: /^packages\/(sync|rules|contract)\//,
    message:
      'The reducers are pure and import the contract and the rules at most: take what you need as an argument.',
  },
  'rules-on-contract': {
    within: /^packages\/rules\/src\//,
    only: /^packages\/(rules|contract)\//,
    message: 'Rules are pure and import the contract at most: take what they decide on as an argument.',
  },
  'markdown-on-contract': {
    within: /^packages\/markdown\/src\//,
    only: new RegExp(
      `^(packages/(markdown|contract)/|(${dependenciesOf('packages/markdown').join('|')})(/|$))`,
    ),
    message:
      'Markdown imports the contract and the libraries of its package.json: what it must look up comes in as an argument.',
  },
  'integrations-alone': {
    within: /^packages\/integrations\/src\//,
    only: /^(packages\/integrations\/|(zod|liquidjs|fast-xml-parser)(\/|$))/,
    message:
      'Integrations are pure and import the libraries of their package.json at most: what they must look up comes in as an argument.',
  },
  'importers-alone': {
    within: /^packages\/importers\/src\//,
    only: /^packages\/importers\//,
    message: 'Readers of archives are pure: what they read comes in as an argument.',
  },
  'serving-alone': {
    within: /^packages\/serving\/src\//,
    only: /^(packages\/serving\/|node:)/,
    message: 'Serving knows bytes and headers, no product: take what you need as an argument.',
  },
  'text-pure': {
    within: /^apps\/server\/src\/text\//,
    only: /^apps\/server\/src\/text\//,
    message: 'Functions on texts are pure: take what you need as an argument.',
  },
  'database-in-store': {
    within: /^(apps|packages)\//,
    except: /^apps\/server\/(src\/store|test)\//,
    never: /^(kysely|kysely-[^/]*|pg|pg-[^/]*|better-sqlite3|node:sqlite)(\/|$)/,
    message: `Only the store speaks to the database: put the query into a family of ${server}/store and import it as #store/….`,
  },
  'adapters-beside': {
    within: /^apps\/server\/src\/adapters\//,
    never: new RegExp(`^${server}/(?!(adapters|model|config|ports)/)`),
    message:
      'An adapter fulfils one port and imports #model, #config and #ports at most: let app.ts hand it the rest.',
  },
  'adapters-in-app': {
    within: /^apps\//,
    except: /^apps\/server\/src\/(app\.ts$|adapters\/)/,
    never: /^apps\/server\/src\/adapters\//,
    message: `Only ${server}/app.ts chooses adapters: import the port (#ports/…) and let app.ts hand you the adapter.`,
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
  'tables-by-tables': {
    within: /^apps\/server\/src\/areas\/(?!tables\/|events\/)/,
    never: /^apps\/server\/src\/areas\/tables\//,
    message:
      'The generated tables list all areas, so no area imports them: take the entry that you need as an argument.',
  },
  'web-without-server': {
    within: /^apps\/web\/(src|build|serving)\//,
    never: /^apps\/(server|site)\//,
    message: 'The web client runs without the server: move what both need into packages/.',
  },
  'web-in-browser': {
    within: /^apps\/web\/src\//,
    except: /\.test\.tsx?$/,
    never: /^(node:|zod(\/|$)|apps\/web\/(build|serving|test)\/)/,
    message:
      'The web client runs in browsers, and zod is too large for it: use what the platform has, and types of the contract.',
  },
  'one-door-to-web': {
    within: /^apps\/server\/src\//,
    never: /^apps\/web\/(?!serving\/serve\.ts$)/,
    message: 'The server knows one file of the web client: @tagma/web/serving/serve.ts.',
  },
  'site-without-server': {
    within: /^apps\/site\//,
    never: /^apps\/server\//,
    message: 'The website runs without the server: move what both need into packages/.',
  },
}

/** Further imports allowed in tests. */
const testTools =
  /^(vitest|fast-check|@octokit\/webhooks-examples|@seriousme\/openapi-schema-validator|node:)/

/** Returns the message for an import that breaks a rule, or undefined. `file` is absolute. */
export function layerViolation(file: string, specifier: string): string | undefined {
  const from = relative(root, file)
  const target = targetOf(from, specifier)
  const isTest = /\.test\.tsx?$/.test(from)
  for (const [name, { within, except, never, only, message }] of Object.entries(layerRules)) {
    if (!within.test(from) || except?.test(from)) continue
    const mayImport = only?.test(target) ?? !never?.test(target)
    if (!mayImport && !(only && isTest && testTools.test(target))) return `${message} (${name})`
  }
  return (
    floorViolation(from, target) ??
    familyViolation(from, target) ??
    areaViolation(from, target) ??
    (specifier.startsWith('.') ? folderViolation(from, target) : undefined)
  )
}

/** Returns a path below the server's sources, or undefined. */
const inServer = (path: string) => (path.startsWith(`${server}/`) ? path.slice(server.length + 1) : undefined)

function floorViolation(from: string, target: string): string | undefined {
  const [floor = ''] = inServer(from)?.split('/') ?? []
  const [reached = ''] = inServer(target)?.split('/') ?? []
  const own = floors.findIndex((names) => names.includes(floor))
  const other = floors.findIndex((names) => names.includes(reached))
  if (own < 0 || other < 0 || floor === reached || other < own) return undefined
  const allowed = [...floors.slice(0, own).flat(), floor].join(', ')
  return `${floor} imports ${allowed} at most: move what both need down to one of these, or take it as an argument. (floors)`
}

function familyViolation(from: string, target: string): string | undefined {
  const [own, other] = [from, target].map((path) =>
    families.indexOf(/^store\/([^/]+)\//.exec(inServer(path) ?? '')?.[1] ?? ''),
  )
  if (own === undefined || other === undefined || own < 0 || other <= own || from.endsWith('.test.ts'))
    return undefined
  return `In the store, ${families[own]} imports ${families.slice(0, own + 1).join(', ')} at most: move the query up to the family that needs the other. (families)`
}

function areaViolation(from: string, target: string): string | undefined {
  const [, own] = /^areas\/([^/]+)\//.exec(inServer(from) ?? '') ?? []
  const [, other, file = ''] = /^areas\/([^/]+)\/(.+)$/.exec(inServer(target) ?? '') ?? []
  if (!own || !other || own === other || own === 'tables' || other === 'tables') return undefined
  if (face.test(file) || doors.has(`${other}/${file}`) || from.endsWith('.test.ts')) return undefined
  return `${other}/${file} is the area's own: import a face of it (rules, present, audience, visibility, …-problem, require-…), or let the caller carry out both actions. (faces)`
}

/** Keeps relative imports in their folder. Then the first word of every other import names the layer it reaches. */
function folderViolation(from: string, target: string): string | undefined {
  const [, workspace] = /^((?:apps|packages)\/[^/]+)\//.exec(from) ?? []
  const [, reached, name, rest = ''] = /^((?:apps|packages)\/([^/]+))\/(.*)$/.exec(target) ?? []
  if (!workspace || !reached || folderOf(from) === folderOf(target)) return undefined
  const inSource = rest.replace(/^src\//, '')
  const ownPath = inSource.includes('/') ? `#${inSource}` : `#server/${inSource}`
  const instead = workspace === reached ? ownPath : `@tagma/${name}/${inSource}`
  return `A relative import stays in its folder: write '${instead}', so that its first word says what it reaches. (folders)`
}

/**
 * Returns the folder that a relative import may not leave: a package; in the server an area, a family of the store or a
 * floor.
 */
function folderOf(path: string): string | undefined {
  const [folder] =
    /^apps\/server\/(src\/(areas|store)\/[^/]+\/|src\/([^/]+\/)?|[^/]+\/)/.exec(path) ??
    /^apps\/web\/(src\/(screens|parts)\/[^/]+\/|src\/([^/]+\/)?|[^/]+\/)/.exec(path) ??
    /^[^/]+\/[^/]+\//.exec(path) ??
    []
  return folder
}

/** Resolves an import to a path in the repository, if it is one of ours. Otherwise returns it unchanged. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  if (from.startsWith('apps/web/') && /^#(build|serving|test)\//.test(specifier))
    return specifier.replace('#', 'apps/web/')
  if (specifier.startsWith('#test/')) return specifier.replace('#', 'apps/server/')
  if (specifier.startsWith('#') && from.startsWith('apps/web/'))
    return specifier.replace('#', 'apps/web/src/')
  if (specifier.startsWith('#')) return specifier.replace(/^#(server\/)?/, `${server}/`)
  return specifier
    .replace(/^@tagma\/web\/serving\//, 'apps/web/serving/')
    .replace(/^@tagma\/(server|site|web)\//, 'apps/$1/src/')
    .replace(/^@tagma\/([^/]+)\//, 'packages/$1/src/')
}

function dependenciesOf(workspace: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  const { dependencies = {} } = manifest as { dependencies?: Record<string, string> }
  return Object.keys(dependencies)
}

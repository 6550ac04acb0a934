import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import oneEngine from './one-engine.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
/** Names the engine of a run. A test that has a PostgreSQL of its own is the same in both runs. */
const variable = /\bTEST_ENGINE\b/

/**
 * Tests whose statements others send to PostgreSQL, too (`npm run test:choose`). There they run by `npm test -- --all` only.
 */
export const spareOnPostgres: readonly string[] = oneEngine

/**
 * Sweeps over things that no engine decides: rights and scopes, the state of a sign-in, sockets, uploads, words, the life of
 * a process, programs and examples that call the server. On PostgreSQL they run by `npm test -- --all` only. Tests of endpoints run there, and show
 * that the engine keeps what the sweeps build on.
 */
export const sweepsOfRules: readonly string[] = [
  'apps/server/src/areas/channels/every-action.test.ts',
  'apps/server/src/areas/channels/matrix.test.ts',
  'apps/server/src/areas/groups/matrix.test.ts',
  'apps/server/src/areas/organization/matrix.test.ts',
  'apps/server/src/areas/sign-in/second-factor-paths.test.ts',
  'apps/server/src/areas/sign-in/second-step-policy.test.ts',
  'apps/server/src/http/slow-connections.test.ts',
  'apps/server/test/access.test.ts',
  'apps/server/test/flows/bot-server.test.ts',
  'apps/server/test/flows/browser-sessions.test.ts',
  'apps/server/test/flows/client-examples.test.ts',
  'apps/server/test/flows/documented-examples.test.ts',
  'apps/server/test/flows/guides.test.ts',
  'apps/server/test/flows/mobile-app.test.ts',
  'apps/server/test/flows/neighbouring-organizations.test.ts',
  'apps/server/test/flows/newcomer.test.ts',
  'apps/server/test/flows/one-click.test.ts',
  'apps/server/test/flows/packed-client.test.ts',
  'apps/server/test/flows/pictures-apart.test.ts',
  'apps/server/test/flows/proxy.test.ts',
  'apps/server/test/flows/real-senders.test.ts',
  'apps/server/test/flows/secrets-stay-secret.test.ts',
  'apps/server/test/flows/snapshot-places.test.ts',
  'apps/server/test/flows/starting-and-stopping.test.ts',
  'apps/server/test/flows/troubleshooting.test.ts',
  'apps/server/test/flows/two-real-clients.test.ts',
  'apps/server/test/flows/upload-failures.test.ts',
  'apps/server/test/flows/uploads-in-a-bucket.test.ts',
  'apps/server/test/scopes.test.ts',
  'apps/server/test/spoken-pages.test.ts',
  'apps/server/test/surface.test.ts',
]

/**
 * Returns the server's test files that run the same on both engines: neither they nor what they import, at any depth, ask
 * for the engine of the run.
 */
export async function testsWithoutDatabase(): Promise<string[]> {
  const tests = globSync('apps/server/{src,test}/**/*.test.ts', { cwd: root })
  const { metafile } = await build({
    // In one bundle: each of its own would take a minute.
    stdin: { contents: tests.map((file) => `import './${file}'`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    outdir: 'nowhere',
    splitting: true,
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [ownFilesOnly],
  })
  const asking = new Set(
    Object.keys(metafile.inputs).filter(
      (file) => file !== '<stdin>' && variable.test(readFileSync(join(root, file), 'utf8')),
    ),
  )
  return tests.filter((file) => !filesBehind(file, metafile).some((other) => asking.has(other)))
}

/** Returns a file and what it imports. */
function filesBehind(file: string, { inputs }: Metafile): string[] {
  const found = new Set([file])
  for (const next of found)
    for (const { path, external } of inputs[next]?.imports ?? []) if (!external) found.add(path)
  return [...found]
}

/** Leaves out packages of others, which know nothing of our tests. */
const ownFilesOnly: Plugin = {
  name: 'own-files-only',
  setup(bundle) {
    bundle.onResolve({ filter: /^[@a-z]/ }, ({ path }) =>
      path.startsWith('@tagma/') ? undefined : { path, external: true },
    )
  },
}

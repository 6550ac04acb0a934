import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { namedStories } from './tools/named-stories.ts'

interface Options {
  /** Further files, beside those in the folder. */
  readonly also?: string
  readonly exclude?: string
  /** Gives each file a worker of its own. */
  readonly isolate?: boolean
  readonly include?: string
  readonly environment?: string
  readonly setupFiles?: readonly string[]
}

const project = (
  name: string,
  folder: string,
  {
    also,
    isolate = false,
    exclude,
    include = '*.test.ts',
    environment = 'node',
    setupFiles = [],
  }: Options = {},
) => ({
  extends: true as const,
  test: {
    name,
    include: [`${folder}/**/${include}`, ...(also === undefined ? [] : [also])],
    ...(exclude === undefined ? {} : { exclude: ['**/node_modules/**', `${folder}/${exclude}`] }),
    isolate,
    environment,
    setupFiles: ['tools/property-seed.ts', ...setupFiles],
  },
})

/** Stories of the web client in a browser: those on the list, for `npm test` as a whole, or all. */
function stories() {
  const all = project('stories', 'apps/web/test/stories')
  if (process.env.TEST_STORIES !== 'named') return all
  const { files, titles } = namedStories()
  return { ...all, test: { ...all.test, include: [...files], testNamePattern: titles } }
}

// Tests run on bare Node, as the product does: no bundler stands between a test and what it tests. A worker keeps its
// modules from one file to the next, so a test that changes a module's state puts it back.
export default defineConfig({
  test: {
    // Only against tests that hang: how long one takes depends on the machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Tests often wait, for processes, a browser or a database: one more of them runs at a time than there are cores.
    maxWorkers: availableParallelism() + 1,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      project('packages', 'packages'),
      project('server', 'apps/server/src', {
        also: 'apps/server/test/!(fuzz).test.ts',
        setupFiles: process.env.TEST_STATEMENTS === undefined ? [] : ['apps/server/test/note-statements.ts'],
      }),
      // Each of these files gets a worker of its own: libraries of real clients change globals, and the fuzz test writes
      // anything at all while jobs run for all organizations of its worker's server.
      project('flows', 'apps/server/test/flows', {
        also: 'apps/server/test/fuzz.test.ts',
        isolate: true,
      }),
      project('site', 'apps/site'),
      project('web', 'apps/web', { exclude: 'test/{devices,stories}/**' }),
      stories(),
      // Other browsers, every page in every form, and every setting and name: minutes. `npm run test:web -- --all`
      ...(process.env.TEST_WEB === 'all' ? [project('devices', 'apps/web/test/devices')] : []),
      // A page's elements, without a browser.
      project('components', 'apps/web', {
        include: '*.test.tsx',
        environment: 'happy-dom',
        setupFiles: ['tools/tsx-hook.ts', 'apps/web/test/popovers.ts'],
      }),
      project('tools', 'tools'),
    ],
  },
})

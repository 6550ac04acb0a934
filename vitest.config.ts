import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const project = (name: string, folder: string, isolate = false) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*.test.ts`], isolate },
})

// Tests run on bare Node, as the product does: no bundler stands between a test and what it tests. A worker keeps its
// modules from one file to the next, so a test that changes a module's state puts it back.
export default defineConfig({
  test: {
    // Only against a test that hangs: how long one takes depends on the machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: 'tools/property-seed.ts',
    maxWorkers: availableParallelism(),
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      project('packages', 'packages'),
      project('server', 'apps/server/src'),
      // Real clients bring libraries that change what is global, so these get a worker for each file.
      project('flows', 'apps/server/test', true),
      project('site', 'apps/site'),
      project('web', 'apps/web/src'),
      project('tools', 'tools'),
    ],
  },
})

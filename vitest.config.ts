import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const project = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*.test.ts`] },
})

// Tests run on bare Node, as the product does: no bundler stands between a test and what it tests. A worker keeps its
// modules from one file to the next, so a test that changes a module's state puts it back.
export default defineConfig({
  test: {
    isolate: false,
    // Only against a test that hangs: how long one takes depends on the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: availableParallelism(),
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      project('packages', 'packages'),
      project('server', 'apps/server'),
      project('site', 'apps/site'),
      project('tools', 'tools'),
    ],
  },
})

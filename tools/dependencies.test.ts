import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Package {
  readonly name: string
  readonly dependencies?: Record<string, string>
}

/** Each workspace's folder, with the packages that its installation includes. */
const workspaces = globSync(['packages/*/package.json', 'apps/*/package.json', 'bench/package.json'], {
  cwd: root,
}).map((path) => {
  const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Package
  return { name, folder: join(root, path, '..'), dependencies: Object.keys(dependencies) }
})

test('an installation brings nothing that only measures', () => {
  expect(workspaces.find(({ name }) => name === '@tagma/bench')?.dependencies).toEqual([])
})

test.each(workspaces)('an installation brings no package that $name itself does not use', (workspace) => {
  const sources = globSync('{src,build,serving}/**/*.{ts,tsx,css,json}', { cwd: workspace.folder })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(workspace.folder, path), 'utf8'))
  const unused = workspace.dependencies.filter((name) => {
    const named = new RegExp(`['"\`]${name}(/|['"\`])`)
    return !sources.some((source) => named.test(source))
  })
  expect(unused).toEqual([])
})

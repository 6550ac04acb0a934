import { expect, test } from 'vitest'
import { nodeProblem } from './node-problem.ts'

test.each(['26.10.0', '26.12.1', '26.13.0', '26.9.9'])('Node %s has known holes', (version) => {
  expect(nodeProblem(version)).toMatch(/^Node \S+ has known security holes, which 26\.13\.1 closes\./)
})

test.each(['26.13.1', '26.13.2', '26.14.0', '27.0.0'])('Node %s has no known holes', (version) => {
  expect(nodeProblem(version)).toBeUndefined()
})

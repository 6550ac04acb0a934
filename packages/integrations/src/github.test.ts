import examples from '@octokit/webhooks-examples' with { type: 'json' }
import { expect, test } from 'vitest'
import { github } from './github.ts'
import { run } from './run.ts'

interface Example {
  readonly name: string
  readonly examples: readonly unknown[]
}

const all = examples as unknown as readonly Example[]

test('each published example of a payload is posted, left out or not supported', () => {
  const outcomes = all.flatMap(({ name, examples: payloads }) =>
    payloads.map((payload) => {
      const read = run(github, {
        payload,
        header: (header) => (header === 'x-github-event' ? name : undefined),
        query: {},
      })
      return { name, payload, read }
    }),
  )
  expect(outcomes.length).toBeGreaterThan(300)
  const refused = outcomes.filter(({ read }) => read.kind !== 'posts' && read.kind !== 'unsupported')
  expect(refused.map(({ name, read }) => `${name} ${JSON.stringify(read)}`)).toEqual([])
  const posts = outcomes.flatMap(({ read }) => (read.kind === 'posts' ? read.posts : []))
  expect(posts.length).toBeGreaterThan(120)
  for (const { topic, content, event } of posts) {
    expect(github.events).toContain(event)
    expect(`${topic}\n${content}`).not.toMatch(/undefined|\[object|\(\)/)
  }
})

const pushWith = (more: object, query: Readonly<Record<string, string>> = {}) => {
  const payload = {
    ref: 'refs/heads/main',
    compare: 'https://git.example.com/c',
    commits: [],
    sender: { login: 'iris' },
    repository: {
      name: 'shop',
      full_name: 'acme/shop',
      html_url: 'https://git.example.com/shop',
      private: true,
    },
    ...more,
  }
  const read = run(github, { payload, header: () => 'push', query })
  return read.kind === 'posts' ? read.posts.map(({ content }) => content) : read
}

const commit = (number: number, author: string) => ({
  id: `${number}`.padStart(40, 'a'),
  message: `Change ${number}\n\nWhy`,
  url: `https://git.example.com/${number}`,
  author: { name: author },
})

test('a push names its committers, by the number of their commits, and at most twenty commits', () => {
  const authors = ['iris', 'otto', 'otto', 'mia', 'ben', 'zoe']
  const commits = Array.from({ length: 25 }, (_, index) =>
    commit(index, authors[index % authors.length] ?? ''),
  )
  const [content = ''] = pushWith({ commits }) as string[]
  expect(content.split('\n')[0]).toBe(
    'iris [pushed](https://git.example.com/c) 25 commits to branch main. Commits by otto (8), iris (5), ben (4) and others (8).',
  )
  expect(content.split('\n').filter((line) => line.startsWith('* '))).toHaveLength(20)
  expect(content.split('\n').at(-1)).toBe('[and 5 more commits]')
})

test('branches are compared by their whole names, and private repositories can be left out', () => {
  const main = 'iris [pushed](https://git.example.com/c) the branch main.'
  expect(pushWith({}, { branches: 'mainline, dev' })).toEqual([])
  expect(pushWith({}, { branches: 'dev, main' })).toEqual([main])
  expect(pushWith({}, { ignore_private_repositories: 'true' })).toEqual([])
  expect(pushWith({}, { include_repository_name: 'true' })).toEqual([
    'iris [pushed](https://git.example.com/c) the branch main of [shop](https://git.example.com/shop).',
  ])
  expect(pushWith({ ref: 'refs/heads/gh-readonly-queue/main/pr-1' })).toEqual([])
  expect(pushWith({ deleted: true })).toEqual(['iris [deleted](https://git.example.com/c) the branch main.'])
  expect(pushWith({ ref: 'refs/tags/v1!' })).toEqual(['iris pushed tag v1!'])
})

test('a request without the header of the event says which header is missing', () => {
  expect(run(github, { payload: {}, header: () => undefined, query: {} })).toEqual({
    kind: 'no event header',
    header: 'x-github-event',
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SlackExportBuilder } from '@tagma/importers/slack/export-builder.ts'
import { expect, test } from 'vitest'
import { folderOf, passingFolder } from '#test/packed-files.ts'
import { fetchSlackFiles } from './fetch-slack-files.ts'
import { openImportFolder } from './import-folder.ts'

type Answer = (headers: Headers) => Response

const files = 'https://files.slack.com/files-pri'
const given = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/plain' } })
const moved = (location: string) => () => new Response(null, { status: 302, headers: { location } })

/** Fetches the files of an export from a service that answers at some addresses. */
async function fetched(
  answers: Readonly<Record<string, Answer>>,
  shared: readonly { id: string; url: string }[],
) {
  const built = new SlackExportBuilder()
  const iris = built.user('Iris', {}, { image_original: 'https://avatars.slack-edge.com/iris.png' })
  const general = built.channel('general', [iris])
  for (const { id, url } of shared)
    built.message(general, iris, 'See', { files: [{ id, name: `${id}.txt`, url_private_download: url }] })
  const { files: archive } = await openImportFolder(await folderOf(built.files()))
  const into = await passingFolder()
  const asked: string[] = []
  const waits: number[] = []
  const run = () =>
    fetchSlackFiles(archive, {
      into,
      token: 'secret',
      progress: () => {},
      fetch: async (url, { headers }) => {
        asked.push(url)
        return answers[url]?.(new Headers(headers)) ?? new Response('gone', { status: 404 })
      },
      wait: async (milliseconds) => waits.push(milliseconds),
    })
  await run()
  const text = (id: string) => {
    const path = join(into, '__uploads', id, `${id}.txt`)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  return { asked, waits, text, run, into, iris }
}

test('files and pictures that answer are fetched once, with the token only for files', async () => {
  const tokens: Record<string, string | null> = {}
  const noted = (name: string, text: string) => (headers: Headers) => {
    tokens[name] = headers.get('authorization')
    return given(text)()
  }
  const { text, asked, run, into, iris } = await fetched(
    {
      [`${files}/a`]: noted('a', 'Two spoons.'),
      'https://avatars.slack-edge.com/iris.png': noted('iris', 'png'),
    },
    [
      { id: 'F001', url: `${files}/a` },
      { id: 'F001', url: `${files}/a` },
      { id: 'F002', url: `${files}/gone` },
    ],
  )
  expect(text('F001')).toBe('Two spoons.')
  expect(text('F002')).toBeUndefined()
  expect(readFileSync(join(into, '__avatars', iris), 'utf8')).toBe('png')
  expect(tokens).toEqual({ a: 'Bearer secret', iris: null })
  expect(asked.toSorted()).toEqual(['https://avatars.slack-edge.com/iris.png', `${files}/a`, `${files}/gone`])
  await run()
  expect(asked).toHaveLength(3)
})

test('other servers get no call and no token, and a page that asks to sign in is no file', async () => {
  const { asked, text } = await fetched(
    {
      [`${files}/page`]: () =>
        new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      [`${files}/away`]: moved('https://example.com/a'),
      [`${files}/inside`]: moved('http://files.slack.com/a'),
      [`${files}/next`]: moved('/files-pri/last'),
      [`${files}/last`]: given('at last'),
      [`${files}/round`]: moved(`${files}/round`),
    },
    [
      { id: 'F001', url: `${files}/page` },
      { id: 'F002', url: `${files}/away` },
      { id: 'F003', url: `${files}/inside` },
      { id: 'F004', url: `${files}/next` },
      { id: 'F005', url: 'https://files.slack.com.example.com/a' },
      { id: 'F006', url: 'http://127.0.0.1/a' },
      { id: 'F007', url: `${files}/round` },
    ],
  )
  expect(['F001', 'F002', 'F003', 'F004', 'F005', 'F006', 'F007'].map(text)).toEqual([
    undefined,
    undefined,
    undefined,
    'at last',
    undefined,
    undefined,
    undefined,
  ])
  expect(asked.every((url) => /^https:\/\/(files\.slack\.com|avatars\.slack-edge\.com)\//.test(url))).toBe(
    true,
  )
})

test('a service that is busy is asked again when it says, and given up in the end', async () => {
  let calls = 0
  const busy = () => new Response('', { status: 429, headers: { 'retry-after': '7' } })
  const { text, waits, asked } = await fetched(
    {
      [`${files}/busy`]: () => (++calls < 3 ? busy() : given('now')()),
      [`${files}/down`]: () => new Response('', { status: 503 }),
    },
    [
      { id: 'F001', url: `${files}/busy` },
      { id: 'F002', url: `${files}/down` },
    ],
  )
  expect(text('F001')).toBe('now')
  expect(text('F002')).toBeUndefined()
  expect(waits.filter((wait) => wait === 7000)).toHaveLength(2)
  expect(asked.filter((url) => url.endsWith('/down'))).toHaveLength(5)
})

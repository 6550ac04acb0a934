import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { call, signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { installation } from '#test/server-process.ts'

const canTrace = spawnSync('strace', ['-f', 'true']).status === 0

/** Makes system calls of a process fail until the returned function is called. */
async function failing(pid: number, calls: string, error: string): Promise<() => Promise<void>> {
  const options = ['-f', '-p', String(pid), '-o', '/dev/null']
  const injected = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`]
  const strace: ChildProcess = spawn('strace', [...options, ...injected], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void strace.kill('SIGKILL'))
  // strace writes a line when it has attached.
  if (strace.stderr) await once(strace.stderr, 'data')
  return async () => {
    const ended = once(strace, 'exit')
    strace.kill('SIGINT')
    await ended
  }
}

const message = (content: string) => ({ type: 'channel', to: 'general', topic: 'disk', content })

// PostgreSQL writes in its own processes. Skipped if strace is missing or may not trace.
test.runIf(canTrace && process.env.TEST_ENGINE !== 'postgres').each([
  [
    'that reports an error on sync',
    'fsync,fdatasync',
    'EIO',
    // The write-ahead log still has such a commit: a crash of the process brings it back.
    'The server lost its database while it saved this: it may be saved or not. Check before you try again.',
  ],
  [
    'that turned read-only',
    'pwrite64',
    'EROFS',
    'The server cannot reach or write its database at the moment; nothing was changed. Try again.',
  ],
])('a disk %s is named, and nothing is lost when it works again', async (_what, calls, error, msg) => {
  const server = await installation(ownerSettings)
  onTestFinished(() => server.remove())
  await server.start()
  const owner = await signInOwner(server.url)
  const send = (content: string) => call(server.url, owner, 'POST', '/messages', message(content))
  const contents = async () => {
    const { messages } = await succeed(server.url, owner, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: 'false',
      narrow: JSON.stringify([{ operator: 'topic', operand: 'disk' }]),
    })
    return (messages as { content: string }[]).map(({ content }) => content)
  }
  const queue = await succeed(server.url, owner, 'POST', '/register', { event_types: '["message"]' })
  expect(await send('before')).toMatchObject({ result: 'success' })
  const mend = await failing(server.pid(), calls, error)
  for (const content of ['meanwhile', 'again'])
    expect(await send(content)).toMatchObject({
      result: 'error',
      code: 'SERVER_UNAVAILABLE',
      msg,
    })
  expect(await contents()).toEqual(['before'])
  await mend()
  expect(await send('after')).toMatchObject({ result: 'success' })
  const { events } = await succeed(server.url, owner, 'GET', '/events', {
    queue_id: String(queue.queue_id),
    last_event_id: Number(queue.last_event_id),
  })
  expect(events).toMatchObject([{ message: { content: 'before' } }, { message: { content: 'after' } }])
  await server.stop('SIGKILL')
  await server.start()
  expect(await contents()).toEqual(['before', 'after'])
})

test.runIf(canTrace && process.env.TEST_ENGINE !== 'postgres')(
  'a message whose sync failed and that a crash brought back is not sent twice',
  async () => {
    const server = await installation(ownerSettings)
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    const queue = await succeed(server.url, owner, 'POST', '/register', { event_types: '["message"]' })
    const named = { ...message('perhaps'), queue_id: String(queue.queue_id), local_id: '17' }
    await failing(server.pid(), 'fsync,fdatasync', 'EIO')
    expect(await call(server.url, owner, 'POST', '/messages', named)).toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      msg: expect.stringContaining('it may be saved or not'),
    })
    await server.stop('SIGKILL')
    await server.start()
    const { id } = await succeed(server.url, owner, 'POST', '/messages', named)
    const { messages } = await succeed(server.url, owner, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: JSON.stringify([{ operator: 'topic', operand: 'disk' }]),
    })
    expect(messages).toMatchObject([{ id }])
  },
)

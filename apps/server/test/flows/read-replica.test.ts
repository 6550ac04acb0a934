import { expect, onTestFinished, test, vi } from 'vitest'
import { type Caller, ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { replicatedPostgres, replicationProblem } from '#test/replicated-postgres.ts'
import { installation } from '#test/server-process.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const problem = replicationProblem()

let questions = 0

// Each question differs from those before: the server remembers answers.
async function found(url: string, caller: Caller, word: string): Promise<string[]> {
  const narrow = JSON.stringify([{ operator: 'search', operand: word }])
  const range = {
    anchor: 'newest',
    num_before: 100 + ++questions,
    num_after: 0,
    apply_markdown: 'false',
    narrow,
  }
  const { messages } = await succeed(url, caller, 'GET', '/messages', range)
  return (messages as { content: string }[]).map(({ content }) => content)
}

test.runIf(onPostgres)(
  'searches and old history are read from a replica while it keeps up, and never miss a message',
  { timeout: 120_000 },
  async ({ skip }) => {
    if (problem !== undefined) skip(`No replica can be made here: ${problem}`)
    const { primary, replica } = await replicatedPostgres()
    const settings = { ...ownerSettings, DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url }
    const server = await installation(settings)
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    const send = async (content: string) =>
      Number(
        (
          await succeed(server.url, owner, 'POST', '/messages', {
            type: 'channel',
            to: 'general',
            topic: 'fruit',
            content,
          })
        ).id,
      )
    const searchesOn = (log: string) => log.split('where tokens @@').length - 1

    await send('quince one')
    expect(await found(server.url, owner, 'quince')).toEqual(['quince one'])
    const before = searchesOn(primary.log())
    expect(searchesOn(replica.log())).toBeGreaterThan(0)
    const second = await send('quince two')
    expect(await found(server.url, owner, 'quince')).toEqual(['quince one', 'quince two'])
    expect(searchesOn(primary.log())).toBe(before)

    const history = { anchor: second, num_before: 10, num_after: 0, apply_markdown: 'false' }
    const old = await succeed(server.url, owner, 'GET', '/messages', history)
    expect((old.messages as { content: string }[]).at(-1)?.content).toBe('quince two')
    const narrow = JSON.stringify([{ operator: 'search', operand: 'quince' }])
    const matches = { msg_ids: JSON.stringify([second]), narrow }
    const matching = await succeed(server.url, owner, 'GET', '/messages/matches_narrow', matches)
    expect(Object.keys(matching.messages as object)).toEqual([String(second)])
    expect(searchesOn(primary.log())).toBe(before)

    // A replica that stands still: the primary has the newest message.
    await replica.query('select pg_wal_replay_pause()')
    await send('quince three')
    expect(await found(server.url, owner, 'quince')).toEqual(['quince one', 'quince two', 'quince three'])
    expect(searchesOn(primary.log())).toBeGreaterThan(before)
    expect(server.output()).toContain('is late or cannot be asked')
    await replica.query('select pg_wal_replay_resume()')
    await vi.waitFor(
      async () => {
        await found(server.url, owner, 'quince')
        expect(server.output()).toContain('The replica answers again.')
      },
      { timeout: 30_000, interval: 500 },
    )

    // A replica that is gone.
    await replica.stop()
    await send('quince four')
    expect(await found(server.url, owner, 'quince')).toHaveLength(4)
    expect(server.output().split('is late or cannot be asked')).toHaveLength(3)
    expect((await server.run('doctor')).output).toContain(
      'MEND  The replica that DATABASE_READ_URL names cannot be asked',
    )
  },
)

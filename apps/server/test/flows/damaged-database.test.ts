import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call, signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { leafPages, overwritePages } from '#test/overwrite-pages.ts'
import { installation } from '#test/server-process.ts'

const letters = 'abcdefghij'.repeat(200)

// PostgreSQL checks its own files.
test.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'damage inside the database is found, reported and survived, and readable data is saved',
  async () => {
    const server = await installation(ownerSettings)
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    const send = (content: string) =>
      call(server.url, owner, 'POST', '/messages', { type: 'channel', to: 'general', topic: 'disk', content })
    const newest = async () => {
      const { messages } = await succeed(server.url, owner, 'GET', '/messages', {
        ...{ anchor: 'newest', num_before: 3, num_after: 0, apply_markdown: 'false' },
      })
      return (messages as { content: string }[]).map(({ content }) => content.split(' ')[0])
    }
    for (let n = 0; n < 60; n++) expect(await send(`${n} ${letters}`)).toMatchObject({ result: 'success' })
    await server.stop('SIGTERM')
    const database = join(server.dataDir, 'tagma.db')
    overwritePages(database, leafPages(database, 'messages').slice(10, 20))

    // Nobody has noticed yet; after a crash, the next start checks.
    await server.start()
    expect(await send('taken')).toMatchObject({ result: 'success' })
    await server.stop('SIGKILL')
    await server.start()
    await server.says('The database in the data folder is damaged')
    expect(await send('refused')).toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      msg: expect.stringContaining('`tagma salvage`'),
    })
    expect(await newest()).toEqual(['58', '59', 'taken'])
    const mails = join(server.dataDir, 'mail')
    expect(readdirSync(mails).map((name) => readFileSync(join(mails, name), 'utf8'))).toEqual([
      expect.stringMatching(/^To: ada@example\.com\nSubject: The database of .* is damaged$/m),
    ])
    expect((await server.run('doctor')).output).toMatch(/MEND {2}The database in the data folder is damaged/)

    await server.stop('SIGTERM')
    await server.start()
    expect(await send('still refused')).toMatchObject({ code: 'SERVER_UNAVAILABLE' })
    await server.stop('SIGTERM')
    expect((await server.run('doctor')).output).toMatch(/MEND {2}The database in the data folder is damaged/)

    const saved = join(server.dataDir, '..', 'saved.db')
    const { code, output } = await server.run('salvage', saved)
    expect(code).toBe(0)
    expect(output).toMatch(/messages: \d+ saved, \d+ are lost/)
    const lost = Number(/messages: \d+ saved, (\d+) are lost/.exec(output)?.[1])
    expect(lost).toBeGreaterThan(5)
    expect(lost).toBeLessThan(25)
    for (const name of readdirSync(server.dataDir).filter((part) => part.startsWith('tagma.db')))
      renameSync(join(server.dataDir, name), join(server.dataDir, '..', `damaged-${name}`))
    copyFileSync(saved, database)
    rmSync(saved)
    expect((await server.run('doctor')).output).toContain('works and holds 1 organization')
    await server.start()
    expect(await send('again')).toMatchObject({ result: 'success' })
    expect(await newest()).toEqual(['59', 'taken', 'again'])
  },
)

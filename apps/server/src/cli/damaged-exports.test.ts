import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { RocketChatExportBuilder } from '@tagma/importers/rocket-chat/export-builder.ts'
import { TeamsExportBuilder } from '@tagma/importers/teams/export-builder.ts'
import { serialize } from 'bson'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { seededRandom } from '#test/crash/seeded-random.ts'
import { runImport } from '#test/imported-archive.ts'
import { folderOf } from '#test/packed-files.ts'
import { Complaint } from './explain.ts'

// Each export is damaged in one place, many times: the reading ends, with a sentence about the export or without a loss.

const tries = 60

function rocketChat(): Map<string, Uint8Array> {
  const built = new RocketChatExportBuilder()
  const [iris, otto] = [built.user('iris', { roles: ['admin'] }), built.user('otto')]
  const general = built.room('general')
  built.room('talk', { prid: general })
  built.subscribe(iris, general, { alert: true, ls: built.now })
  const root = built.message(iris, general, 'Which *tea*, @otto?', {
    reactions: { ':tada:': { usernames: ['otto'] } },
  })
  built.message(otto, general, 'Green', { tmid: root, starred: [{ _id: iris }] })
  built.message(otto, built.direct(iris, otto), 'just us')
  return new Map(
    [...built.collections].map(([name, rows]) => [
      `${name}.bson`,
      Buffer.concat(rows.map((row) => serialize(row))),
    ]),
  )
}

function teams(): Map<string, Uint8Array> {
  const built = new TeamsExportBuilder()
  const [iris, otto] = [built.user('iris'), built.user('otto')]
  const tea = built.team('Tea', [iris, otto])
  const channel = built.channel(tea, 'General')
  const root = built.post(iris, channel, '<p>Which <b>tea</b>?</p>', { Subject: 'Tea' })
  built.post(otto, channel, '<ul><li>Green</li></ul>', { ReplyToId: root })
  built.chat(iris, `19:${iris}_${otto}@unq.gbl.spaces`, [iris, otto], '<p>just us</p>')
  return new Map([...built.files()].map(([name, text]) => [name, Buffer.from(text)]))
}

/** Flips, cuts or repeats bytes of one file. */
function damaged(
  files: ReadonlyMap<string, Uint8Array>,
  random: () => number,
): { readonly where: string; readonly files: Map<string, Uint8Array> } {
  const names = [...files.keys()]
  const name = names[Math.floor(random() * names.length)] ?? ''
  const bytes = Buffer.from(files.get(name) ?? '')
  const at = Math.floor(random() * bytes.length)
  const kind = Math.floor(random() * 3)
  if (kind === 0) bytes[at] = Math.floor(random() * 256)
  const changed =
    kind === 0
      ? bytes
      : kind === 1
        ? bytes.subarray(0, at)
        : Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.floor(at / 2))])
  return { where: `${name} at ${at}, kind ${kind}`, files: new Map([...files, [name, changed]]) }
}

test.for([
  ['Rocket.Chat', 'rocket-chat', rocketChat()],
  ['Teams', 'teams', teams()],
] as const)(
  'a damaged export of %s is read or refused, and never ends without a reason',
  async ([, from, files]) => {
    const t = await testApp()
    const random = seededRandom(7)
    const unexplained: string[] = []
    for (let count = 0; count < tries; count++) {
      const { where, files: changed } = damaged(files, random)
      const options = { from, dryRun: true, owner: 'olive@example.com' } as const
      await runImport(t, await folderOf(changed), options).catch((error: unknown) => {
        if (!(error instanceof ImportProblem) && !(error instanceof Complaint))
          unexplained.push(`${where}: ${String(error)}`)
      })
    }
    expect(unexplained).toEqual([])
  },
)

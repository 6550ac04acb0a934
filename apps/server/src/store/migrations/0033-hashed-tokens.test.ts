import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Tx } from '#store/log/tx.ts'
import { findInvitationByToken, listInvitations } from '#store/organization/invitations.ts'
import { insertOrganization } from '#store/organization/organizations.ts'
import { insertUser } from '#store/people/users.ts'
import type { Tables } from '#store/sql/tables.ts'
import { testEngine } from '#test/engine.ts'

test('links that an earlier version gave out go on working, and their secrets are no longer kept', async () => {
  const engine = await testEngine()
  onTestFinished(() => engine.close())
  await engine.migrate()
  const organization = await engine.write(0, async ({ db }) => {
    const address = { name: 'one', subdomain: 'one', uuid: 'one' }
    const id = await insertOrganization(new Tx(db, 0, 1), address)
    const inviter = await insertUser(new Tx(db, id, 1), {
      email: 'ada@example.com',
      deliveryEmail: 'ada@example.com',
      fullName: 'Ada',
      role: 100,
      isFullMember: true,
      botType: null,
      botOwnerId: null,
      apiKey: 'key',
      passwordHash: null,
      settings: {},
      canCreateUsers: false,
      canChangeUserEmails: false,
      awaitsLogin: false,
      avatarSource: 'G',
    })
    await takeBack(db)
    for (const [token, email] of [
      ['sent', 'mia@example.com'],
      ['link', null],
    ]) {
      await sql`insert into invitations (organization_id, token, email, inviter_id, role, channel_ids, group_ids,
          include_default_channels, notify_inviter, created_at, state)
        values (${id}, ${token}, ${email}, ${inviter}, 400, '[]', '[]', 0, 0, 1, 'open')`.execute(db)
    }
    return id
  })

  expect(await engine.migrate()).toEqual(['0033-hashed-tokens'])

  const db = engine.reader
  expect(await findInvitationByToken(db, organization, 'sent')).toMatchObject({ email: 'mia@example.com' })
  expect(await findInvitationByToken(db, organization, 'link')).toMatchObject({ email: null })
  const listed = await listInvitations(db, organization, 1)
  expect(listed.map(({ linkToken }) => linkToken)).toEqual([null, 'link'])
  const { rows } = await sql<{ hash: string }>`
    select token_hash as hash from invitations`.execute(db)
  expect(rows).toHaveLength(2)
  for (const { hash } of rows) {
    expect(hash).toMatch(/^[\w-]{43}$/)
    expect(await findInvitationByToken(db, organization, hash)).toBeUndefined()
  }
})

/** Undoes the changes of the step in the tables. */
async function takeBack(db: Kysely<Tables>): Promise<void> {
  await sql`alter table invitations rename column token_hash to token`.execute(db)
  await sql`alter table invitations drop column link_token`.execute(db)
  await sql`delete from migrations where name = '0033-hashed-tokens'`.execute(db)
}

import type { HookTemplate } from '@tagma/integrations/template.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

const byName = prepared((db, p: { user: number; name: string }) =>
  db.selectFrom('hook_templates').select('parts').where('user_id', '=', p.user).where('name', '=', p.name),
)

/** Finds a bot's template. */
export async function findTemplate(db: Db, userId: number, name: string): Promise<HookTemplate | undefined> {
  const row = await byName.first(db, { user: userId, name })
  return row && (JSON.parse(row.parts) as HookTemplate)
}

/** The templates of a bot, by name. */
export async function loadTemplates(
  db: Db,
  userId: number,
): Promise<{ readonly name: string; readonly template: HookTemplate }[]> {
  const rows = await db
    .selectFrom('hook_templates')
    .select(['name', 'parts'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
  return rows.map(({ name, parts }) => ({ name, template: JSON.parse(parts) as HookTemplate }))
}

/** Saves a template under its name, in place of an earlier one. */
export async function saveTemplate(
  tx: Tx,
  userId: number,
  name: string,
  template: HookTemplate,
): Promise<void> {
  const parts = JSON.stringify(template)
  await tx.db
    .insertInto('hook_templates')
    .values({ organization_id: tx.organizationId, user_id: userId, name, parts })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ parts }))
    .execute()
}

/** Deletes a template. Returns false if it does not exist. */
export async function deleteTemplate(tx: Tx, userId: number, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('hook_templates')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

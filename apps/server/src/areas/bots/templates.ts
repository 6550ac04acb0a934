import { limits } from '@tagma/contract/limits.ts'
import type { HookTemplateObject } from '@tagma/contract/objects/hook-template.ts'
import { json } from '@tagma/integrations/json.ts'
import { run } from '@tagma/integrations/run.ts'
import { type HookTemplate, templated, templateProblem } from '@tagma/integrations/template.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteTemplate, loadTemplates, saveTemplate } from '#store/people/hook-templates.ts'
import type { Db } from '#store/sql/db.ts'

/** Makes or replaces a template of a bot. Throws BAD_REQUEST for a text that is not Liquid, and for one too many. */
export async function setTemplate(
  tx: Tx,
  bot: UserRecord,
  { name, ...template }: HookTemplate & { readonly name: string },
): Promise<void> {
  const problem = templateProblem(template)
  if (problem !== undefined) throw badRequest(`Invalid template: ${problem}`)
  const others = (await loadTemplates(tx.db, bot.id)).filter((known) => known.name !== name)
  if (others.length >= limits.maxTemplatesPerBot)
    throw badRequest(`A bot has at most ${limits.maxTemplatesPerBot} templates: delete one.`)
  await saveTemplate(tx, bot.id, name, template)
}

/** Lists the templates of a bot, by name. */
export async function listTemplates(db: Db, bot: UserRecord): Promise<HookTemplateObject[]> {
  const found = await loadTemplates(db, bot.id)
  return found.map(({ name, template }) => ({ name, ...template }))
}

/** Deletes a template of a bot. Throws BAD_REQUEST if it does not exist. */
export async function removeTemplate(tx: Tx, bot: UserRecord, name: string): Promise<void> {
  if (!(await deleteTemplate(tx, bot.id, name))) throw badRequest('The bot has no such template.')
}

/** Returns the messages that a template makes of a payload. Throws BAD_REQUEST where it cannot be rendered. */
export function tryTemplate(template: HookTemplate, payload: unknown) {
  const read = run(templated(json, template), { payload, header: () => undefined, query: {} })
  if (read.kind === 'posts')
    return read.posts.map(({ topic, content, event }) => ({
      topic,
      content,
      ...(event === undefined ? {} : { event }),
    }))
  throw badRequest(read.kind === 'unusable' ? read.reason : 'The payload is nested too deep.')
}

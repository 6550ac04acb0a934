import type { Losses } from '@tagma/importers/losses.ts'
import type { PlaygroundRecord } from '@tagma/importers/record.ts'
import { playgroundProblem } from '#areas/playgrounds/rules.ts'
import type { PlaygroundRecord as OwnPlayground } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'

/** Writes the code playgrounds that are allowed here. */
export async function importPlaygrounds(
  tx: Tx,
  records: readonly PlaygroundRecord[],
  losses: Losses,
): Promise<void> {
  const allowed: Omit<OwnPlayground, 'id'>[] = []
  for (const { name, language, urlTemplate } of records) {
    const playground = { name, pygmentsLanguage: language, urlTemplate }
    const problem = playgroundProblem(playground, allowed)
    losses.read('playgrounds')
    if (problem === undefined) allowed.push(playground)
    else losses.drop('playgrounds', 'not_allowed', 'state', `${name}: ${problem}`)
  }
  await insertImported(
    tx,
    'code_playgrounds',
    allowed.map(({ name, pygmentsLanguage, urlTemplate }) => ({
      organization_id: tx.organizationId,
      name,
      pygments_language: pygmentsLanguage,
      url_template: urlTemplate,
    })),
  )
}

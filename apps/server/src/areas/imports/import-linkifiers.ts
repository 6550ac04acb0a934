import type { Losses } from '@tagma/importers/losses.ts'
import type { LinkifierRecord } from '@tagma/importers/record.ts'
import { newLinkifierProblem } from '#areas/linkifiers/rules.ts'
import type { LinkifierRecord as OwnLinkifier } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'

/** Writes the organization's linkifiers. One that is not allowed here is left out and counted. */
export async function importLinkifiers(
  tx: Tx,
  records: readonly LinkifierRecord[],
  losses: Losses,
): Promise<void> {
  const allowed: OwnLinkifier[] = []
  for (const [index, record] of records.entries()) {
    const linkifier = {
      id: index,
      pattern: record.pattern,
      urlTemplate: record.urlTemplate,
      reverseTemplate: record.reverseTemplate,
      exampleInput: record.exampleInput,
      alternativeUrlTemplates: [...record.alternativeUrlTemplates],
    }
    const problem = newLinkifierProblem(linkifier, allowed)
    losses.read('linkifiers')
    if (problem === undefined) allowed.push(linkifier)
    else losses.drop('linkifiers', 'not_allowed', 'state', `${record.pattern}: ${problem}`)
  }
  await insertImported(
    tx,
    'linkifiers',
    allowed.map((linkifier, position) => ({
      organization_id: tx.organizationId,
      position,
      pattern: linkifier.pattern,
      url_template: linkifier.urlTemplate,
      reverse_template: linkifier.reverseTemplate,
      example_input: linkifier.exampleInput,
      alternative_url_templates: JSON.stringify(linkifier.alternativeUrlTemplates),
    })),
  )
}

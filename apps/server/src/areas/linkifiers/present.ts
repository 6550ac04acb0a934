import type { Linkifier } from '@tagma/contract/objects/linkifier.ts'
import type { LinkifierRecord } from '#model/records.ts'

/** A linkifier as the API gives one. */
export function presentLinkifier(linkifier: LinkifierRecord): Linkifier {
  return {
    id: linkifier.id,
    pattern: linkifier.pattern,
    url_template: linkifier.urlTemplate,
    example_input: linkifier.exampleInput,
    reverse_template: linkifier.reverseTemplate,
    alternative_url_templates: [...linkifier.alternativeUrlTemplates],
  }
}

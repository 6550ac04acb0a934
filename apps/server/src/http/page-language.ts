import { preferredLanguages } from '@tagma/serving/negotiate.ts'
import { languageOf } from '#directory/language-of.ts'
import type { UserRecord } from '#model/records.ts'
import { firstSpoken, type Language, languageFor } from '#words/words.ts'
import type { PageContext } from './page.ts'

/**
 * Returns the language of a page: that of its reader, or of whoever is signed in; where nobody is known, the one that
 * the browser asks for first among those spoken here, or else that of the organization.
 */
export async function pageLanguage(
  { session, directory, header }: Pick<PageContext, 'session' | 'directory' | 'header'>,
  reader: UserRecord | undefined,
): Promise<Language> {
  // The page may be the one that says that the database is away, or that there is no such organization.
  const unknown = () => undefined
  const person = reader ?? (await session().catch(unknown))?.user
  if (person) return languageOf(person)
  const asked = firstSpoken(preferredLanguages(header('accept-language') ?? ''))
  if (asked) return asked
  const { organization } = (await directory().catch(unknown)) ?? {}
  return organization ? languageFor(organization.settings.default_language) : 'en'
}

import { preferredLanguages } from '@tagma/serving/negotiate.ts'
import { languageOf } from '#directory/language-of.ts'
import { firstSpoken, type Language, languageFor } from '#words/words.ts'
import type { PageContext, PageReply } from './page.ts'

/**
 * Returns the language of a page: that of its reader, or of whoever is signed in; where nobody is known, the one that
 * the browser asks for first among those spoken here, or else that of the organization. A page that says that the server
 * cannot answer now does not ask the database who is signed in.
 */
export async function pageLanguage(
  { session, directory, header }: Pick<PageContext, 'session' | 'directory' | 'header'>,
  { reader, status }: Pick<PageReply, 'reader' | 'status'>,
): Promise<Language> {
  // The page may be the one that says that there is no such organization, or that the session is not believed.
  const unknown = () => undefined
  const person = reader ?? (status < 500 ? (await session().catch(unknown))?.user : undefined)
  if (person) return languageOf(person)
  const asked = browserLanguage({ header })
  if (asked) return asked
  const { organization } = (await directory().catch(unknown)) ?? {}
  return organization ? languageFor(organization.settings.default_language) : 'en'
}

/**
 * Returns the first language that a browser asks for and the server speaks, or undefined. As in Zulip, an account that
 * people make for themselves begins in that language.
 */
export const browserLanguage = ({ header }: Pick<PageContext, 'header'>): Language | undefined =>
  firstSpoken(preferredLanguages(header('accept-language') ?? ''))

import type { Page, PageContext } from '#http/page.ts'
import { resourceDocument, resourcePath, serverDocument } from './metadata-present.ts'
import { oauthJson, switchedOff } from './oauth-answer.ts'

// Documents for programs that want to know how they get a token.

const placeOf = async ({ services: { config }, directory }: PageContext) => ({
  config,
  organization: (await directory()).organization,
})

const document = (path: string, make: (context: PageContext) => Promise<object>): Page => ({
  method: 'GET',
  path,
  limit: 'page',
  answer: async (context) =>
    context.services.config.hasMcp ? oauthJson(200, await make(context)) : switchedOff(),
})

const aboutResource = async (context: PageContext) => {
  const place = await placeOf(context)
  return resourceDocument(place, place.organization.name)
}

const aboutServer = async (context: PageContext) =>
  serverDocument(await placeOf(context), context.services.config.takesOauthClients)

export const resourceMetadataPage: Page = document(resourcePath, aboutResource)
export const rootResourceMetadataPage: Page = document('/.well-known/oauth-protected-resource', aboutResource)
export const serverMetadataPage: Page = document('/.well-known/oauth-authorization-server', aboutServer)
/** Some programs ask only for the document of OpenID Connect. */
export const openidMetadataPage: Page = document('/.well-known/openid-configuration', aboutServer)

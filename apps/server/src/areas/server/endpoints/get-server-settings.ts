import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { featureLevel, serverVersion } from '@tagma/contract/feature-level.ts'
import { letsVisitorsRead } from '#areas/channels/visitor-rules.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { pictureUrl } from '#areas/organization/picture-present.ts'
import { authenticationMethods } from '#areas/sign-in/authentication-methods.ts'
import { listExternalMethods } from '#areas/sign-in/provider-present.ts'
import { handle } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { asksAnybodyForStep } from '#directory/second-step.ts'

export const getServerSettingsHandler = handle(getServerSettings, async ({ directory, services }) => {
  const { organization } = directory
  const url = organizationUrl(services.config, organization)
  return {
    authentication_methods: authenticationMethods(services.config, organization),
    external_authentication_methods: await listExternalMethods(
      services,
      organization,
      asksAnybodyForStep(directory),
    ),
    zulip_feature_level: featureLevel,
    zulip_version: serverVersion,
    zulip_merge_base: serverVersion,
    push_notifications_enabled: services.outside.pushSender !== undefined,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: services.config.ldap === undefined,
    realm_url: url,
    realm_uri: url,
    realm_name: organization.name,
    realm_icon: url + pictureUrl(organization, 'icon'),
    realm_description: await renderDescription(directory, organization.description),
    realm_web_public_access_enabled: letsVisitorsRead(services.config, directory),
  }
})

// Made by `npm run golden` from the files beside it; do not edit.

import type { Page } from '#http/page.ts'
import { auditLinesPage, auditTablePage } from '#areas/audit/audit-file-page.ts'
import { registerWebexPage, completeWebexPage } from '#areas/calls/connect-webex-page.ts'
import { joinCallPage } from '#areas/calls/join-call-page.ts'
import { emojiDataPage } from '#areas/emoji/emoji-data-page.ts'
import { emojiPicturePage, emojiStillPage, extraEmojiPage, loadingPicturePage } from '#areas/emoji/emoji-picture-page.ts'
import { exportPage } from '#areas/exports/export-page.ts'
import { probeWebhookPage, probeHookPage, probeDiscordHookPage } from '#areas/integrations/probe-webhook-page.ts'
import { joinFormPage, joinSubmitPage } from '#areas/invites/join-page.ts'
import { mcpPage, mcpStreamPage, mcpSessionPage } from '#areas/mcp/mcp-page.ts'
import { unsubscribeFormPage, unsubscribeSubmitPage } from '#areas/notifications/unsubscribe-page.ts'
import { authorizePage, authorizeSubmitPage } from '#areas/oauth/authorize-page.ts'
import { resourceMetadataPage, rootResourceMetadataPage, serverMetadataPage, openidMetadataPage } from '#areas/oauth/metadata-page.ts'
import { registerClientPage } from '#areas/oauth/register-client-page.ts'
import { revokePage } from '#areas/oauth/revoke-page.ts'
import { tokenPage } from '#areas/oauth/token-page.ts'
import { uploadedPicturePage, builtInPicturePage } from '#areas/organization/picture-page.ts'
import { setupFormPage, setupSubmitPage } from '#areas/organization/setup-page.ts'
import { scimReadPage, scimCreatePage, scimReplacePage, scimPatchPage, scimDeletePage } from '#areas/provisioning/scim-page.ts'
import { guidePage } from '#areas/server/guide-page.ts'
import { healthPage } from '#areas/server/health-page.ts'
import { confirmEmailPage, emailConfirmedPage } from '#areas/settings/confirm-email-page.ts'
import { beginSignInPage, beginSignUpPage, beginSamlPage, beginSamlSignUpPage, tryProviderPage } from '#areas/sign-in/begin-flow-page.ts'
import { browserSignInPage, browserSignUpPage } from '#areas/sign-in/browser-sign-in-page.ts'
import { completeSignInPage, postedAnswerPage } from '#areas/sign-in/complete-flow-page.ts'
import { desktopTokenPage, desktopScriptPage } from '#areas/sign-in/desktop-page.ts'
import { jwtSignInPage } from '#areas/sign-in/jwt-page.ts'
import { linkFormPage, linkSubmitPage } from '#areas/sign-in/link-account-page.ts'
import { loginFormPage, loginSubmitPage, accountsLoginFormPage, accountsLoginSubmitPage, loginScriptPage } from '#areas/sign-in/login-page.ts'
import { logoutPage } from '#areas/sign-in/logout-page.ts'
import { onceFormPage, onceSubmitPage } from '#areas/sign-in/once-page.ts'
import { passkeyAskPage, passkeySubmitPage } from '#areas/sign-in/passkey-page.ts'
import { passwordResetFormPage, passwordResetMailPage, newPasswordFormPage, newPasswordSubmitPage } from '#areas/sign-in/password-reset-page.ts'
import { providerLogoutPage } from '#areas/sign-in/provider-logout-page.ts'
import { confirmAnswerPage } from '#areas/sign-in/saml-answer-page.ts'
import { samlMetadataPage, samlLogoutPage } from '#areas/sign-in/saml-page.ts'
import { secondFactorFormPage, secondFactorSubmitPage } from '#areas/sign-in/second-factor-page.ts'
import { setUpFormPage, setUpSubmitPage } from '#areas/sign-in/set-up-page.ts'
import { undoEmailPage, emailUndonePage } from '#areas/sign-in/undo-email-page.ts'
import { ownAccountFormPage, ownAccountSubmitPage } from '#areas/sign-up/own-account-page.ts'
import { registerFormPage, registerSubmitPage } from '#areas/sign-up/register-page.ts'
import { externalMediaPage } from '#areas/uploads/external-media-page.ts'
import { resumableOptionsPage, resumableBeginPage, resumableOffsetPage, resumableAppendPage, resumableEndPage } from '#areas/uploads/resumable-upload-page.ts'
import { uploadPage, uploadDownloadPage, thumbnailPage, temporaryUploadPage } from '#areas/uploads/upload-page.ts'
import { avatarPicturePage, avatarPage, mediumAvatarPage } from '#areas/users/avatar-page.ts'
import { clientPage, clientFilePage, clientWorkerPage } from '#areas/web/client-page.ts'
import { faviconPage, touchIconPage } from '#areas/web/favicon-page.ts'
import { manifestPage } from '#areas/web/manifest-page.ts'
import { robotsPage } from '#areas/web/robots-page.ts'

/** Pages and files that browsers and clients fetch outside the API. */
export const pages: readonly Page[] = [
  auditLinesPage,
  auditTablePage,
  registerWebexPage,
  completeWebexPage,
  joinCallPage,
  emojiDataPage,
  emojiPicturePage,
  emojiStillPage,
  extraEmojiPage,
  loadingPicturePage,
  exportPage,
  probeWebhookPage,
  probeHookPage,
  probeDiscordHookPage,
  joinFormPage,
  joinSubmitPage,
  mcpPage,
  mcpStreamPage,
  mcpSessionPage,
  unsubscribeFormPage,
  unsubscribeSubmitPage,
  authorizePage,
  authorizeSubmitPage,
  resourceMetadataPage,
  rootResourceMetadataPage,
  serverMetadataPage,
  openidMetadataPage,
  registerClientPage,
  revokePage,
  tokenPage,
  uploadedPicturePage,
  builtInPicturePage,
  setupFormPage,
  setupSubmitPage,
  scimReadPage,
  scimCreatePage,
  scimReplacePage,
  scimPatchPage,
  scimDeletePage,
  guidePage,
  healthPage,
  confirmEmailPage,
  emailConfirmedPage,
  beginSignInPage,
  beginSignUpPage,
  beginSamlPage,
  beginSamlSignUpPage,
  tryProviderPage,
  browserSignInPage,
  browserSignUpPage,
  completeSignInPage,
  postedAnswerPage,
  desktopTokenPage,
  desktopScriptPage,
  jwtSignInPage,
  linkFormPage,
  linkSubmitPage,
  loginFormPage,
  loginSubmitPage,
  accountsLoginFormPage,
  accountsLoginSubmitPage,
  loginScriptPage,
  logoutPage,
  onceFormPage,
  onceSubmitPage,
  passkeyAskPage,
  passkeySubmitPage,
  passwordResetFormPage,
  passwordResetMailPage,
  newPasswordFormPage,
  newPasswordSubmitPage,
  providerLogoutPage,
  confirmAnswerPage,
  samlMetadataPage,
  samlLogoutPage,
  secondFactorFormPage,
  secondFactorSubmitPage,
  setUpFormPage,
  setUpSubmitPage,
  undoEmailPage,
  emailUndonePage,
  ownAccountFormPage,
  ownAccountSubmitPage,
  registerFormPage,
  registerSubmitPage,
  externalMediaPage,
  resumableOptionsPage,
  resumableBeginPage,
  resumableOffsetPage,
  resumableAppendPage,
  resumableEndPage,
  uploadPage,
  uploadDownloadPage,
  thumbnailPage,
  temporaryUploadPage,
  avatarPicturePage,
  avatarPage,
  mediumAvatarPage,
  clientPage,
  clientFilePage,
  clientWorkerPage,
  faviconPage,
  touchIconPage,
  manifestPage,
  robotsPage,
]

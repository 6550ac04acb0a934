/** Claims of an ID token of OpenID Connect, and of the userinfo beside it. */
export type OidcClaims = Readonly<Record<string, unknown>> & {
  readonly iss: string
  readonly sub: string
}

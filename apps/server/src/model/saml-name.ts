/** A person's name in an answer of SAML, with all by which the provider recognizes it again. */
export interface SamlName {
  readonly value: string
  readonly format?: string
  readonly qualifier?: string
  readonly spQualifier?: string
}

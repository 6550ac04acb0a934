/** Who somebody is, as a directory server knows them. */
export interface LdapAccount {
  readonly email: string
  readonly fullName: string
}

/** Checks user names and passwords against a directory server. */
export interface Ldap {
  /** Undefined when there is no such user or the password is wrong; rejects when the server cannot be asked. */
  signIn(username: string, password: string): Promise<LdapAccount | undefined>
}

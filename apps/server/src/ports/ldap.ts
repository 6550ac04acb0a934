/** A user as a directory server knows them. */
export interface LdapAccount {
  readonly email: string
  readonly fullName: string
}

/** Checks user names and passwords against a directory server. */
export interface Ldap {
  /** Undefined if there is no such user or the password is wrong. Rejects if the server cannot be reached. */
  signIn(username: string, password: string): Promise<LdapAccount | undefined>
}

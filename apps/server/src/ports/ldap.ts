/** A person as a directory server knows them. */
export interface LdapPerson {
  /** The entry's own id, which no rename and no change of address touches: `entryUUID` or `objectGUID`. */
  readonly id: string
  readonly email: string
  readonly fullName: string
  /** Names of the person's groups; undefined where the settings name no attribute for them. */
  readonly groups: readonly string[] | undefined
}

/** Checks user names and passwords against a directory server, and lists its people. Methods reject if it cannot be asked. */
export interface Ldap {
  /** Undefined if there is no such user or the password is wrong. Rejects for an entry without the id. */
  signIn(username: string, password: string): Promise<LdapPerson | undefined>
  /** Tells whether a password is that of the person with an id. The name by which they sign in need not be known. */
  isPasswordOf(id: string, password: string): Promise<boolean>
  /** Lists everybody that the filter finds. Entries without an id or an address are left out. */
  people(): Promise<readonly LdapPerson[]>
  /** Says what is wrong with the set-up. Returns undefined if all is well. */
  problem(): Promise<string | undefined>
}

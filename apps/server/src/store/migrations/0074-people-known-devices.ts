import type { Migration } from './migration.ts'

/** Devices that people have signed in with: guesses from elsewhere do not keep them out there, and others are told of. */
export const knownDevices: Migration = {
  async up(schema) {
    const { id, text, integer, reference } = schema.columns
    await schema.table('known_devices', [
      id(),
      reference('user_id', 'users'),
      reference('organization_id', 'organizations'),
      text('device_hash'),
      text('program'),
      text('network'),
      integer('first_at'),
      integer('last_at'),
    ])
    await schema.index('known_devices', ['user_id', 'device_hash'], 'unique')
    await schema.index('known_devices', ['organization_id', 'last_at'])
  },
}

import { type Config, parseConfig } from '#config/config.ts'
import { type App, createApp } from '#server/app.ts'
import { lockDataFolder } from '#store/engines/data-lock.ts'

/**
 * Opens the installation for a command. A command needs the embedded database's folder for itself: the server must not
 * be running.
 */
export async function withApp<T>(run: (app: App, config: Config) => Promise<T>): Promise<T> {
  const config = parseConfig(process.env)
  const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {}
  try {
    const app = await createApp(config)
    try {
      return await run(app, config)
    } finally {
      await app.close()
    }
  } finally {
    unlock()
  }
}

import { startFirefox } from './firefox.ts'
import { mainStories } from './main-stories.ts'

mainStories(startFirefox)

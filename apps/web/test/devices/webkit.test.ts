import { mainStories } from './main-stories.ts'
import { startWebKit } from './webkit.ts'

mainStories(startWebKit)

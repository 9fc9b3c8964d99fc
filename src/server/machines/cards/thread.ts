import { serveTasks } from '#server/platform/thread.ts'
import { cardTasks } from './tasks.ts'

serveTasks(cardTasks)

import { serveTasks } from '#server/platform/worker-thread.ts'
import { cardTasks } from './tasks.ts'

serveTasks(cardTasks)

import '@vitejs/plugin-react/preamble'
import './ui/styles.css'
import { start } from './browser/start.tsx'

// Not awaited at the top level: the page's own code imports files that would then wait for this one.
void start()

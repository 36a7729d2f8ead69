import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TeamApp } from './team-app.js'
import '../theme/theme.css'

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <TeamApp />
  </StrictMode>,
)

/** Custom elements for pages of any framework: importing this file defines `<billfold-button>`. */
import { defineButton } from './button/button.ts'

defineButton()

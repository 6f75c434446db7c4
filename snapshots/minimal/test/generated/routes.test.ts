import './routes/notes.js'

import '../actions/open-box.js'

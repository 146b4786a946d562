// Settings of the deployment. Environment variables of the deployment are in process.env.
module.exports = {};
